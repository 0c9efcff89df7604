/// The numbers behind the default estimator.
///
/// Costs are minus twice a logarithm of probability: 2 means "e times less likely". Unless said
/// otherwise they are ours, found by search over the gesture classes of the accuracy benchmark, and
/// those of its motions that may be looked at, at 60, 120 and 240 Hz with noise from 0.1 to 2 points,
/// along one axis and in the plane.
struct AdaptiveTuning: Hashable, Sendable {
  /// The oldest sample looked at, in seconds before the newest.
  var horizon = 0.15

  /// The longest silence inside a motion, in seconds; evdev is silent while a finger is still, but
  /// then the samples after it say so.
  ///
  /// Source: ours; five lost samples at 60 Hz.
  var longestPause = 0.1

  /// The silence before a release that means a stop, in typical periods.
  var silentPeriods = 2.75

  /// The bounds of that silence, in seconds.
  ///
  /// Source: the upper one is Android's; the lower one is ours, five periods at 240 Hz.
  var shortestSilence = 0.02
  var longestSilence = 0.04

  /// An interval longer than so many of the usual ones is none between samples of a finger that moves.
  ///
  /// Source: ours; one lost sample makes two.
  var pause = 2.5

  /// Intervals shorter than this, in seconds, are those inside a burst.
  ///
  /// Source: ours; touchscreens scan up to 240 times a second, and bursts have a millisecond inside.
  var shortestPeriod = 0.0035

  /// The period that is assumed where a pause and one step after it are all that is known, and the
  /// longest that a device is taken to have, in seconds.
  ///
  /// Source: ours; 60 Hz, so that no usual device's finger is taken to be faster than it was, and a
  /// fifth to spare.
  var usualPeriod = 1.0 / 60
  var longestPeriod = 0.02

  /// A finger lay still during an interval that is longer than so many periods, if it was slower
  /// during it than this part of its speed next to it.
  ///
  /// Source: ours; a lost sample makes two periods at the same speed, a step from rest at most one
  /// at full speed.
  var stillPeriods = 1.99
  var stillSpeed = 0.4

  /// The noise that the device is known to have, in points; 0 where it is not known.
  var noise = 0.0

  /// How many samples known noise counts as.
  var noiseCertainty = 6.0

  /// Noise that is not known is guessed as the way of so many seconds at the mean speed.
  ///
  /// Source: ours, by search; two thirds of a point at a flick's 2000 pt/s.
  var guess = 0.000_33

  /// How many samples that guess counts as.
  var guessCertainty = 2.0

  /// Roughness beyond so many medians is a change of the motion and not noise.
  var roughnessLimit = 6.0

  /// The noise's variance over the mean square of the roughness that is left.
  var roughnessFactor = 2.0

  /// How much of an independent sample one roughness tells.
  var roughnessInformation = 0.5

  /// Where there is more noise across a motion than along it, how many distances along it those across it
  /// count as, and the most of its variance that is believed.
  ///
  /// Source: ours, by search; with none an even brake at 60 Hz is read twice as badly where seven samples
  /// happen to be smooth. What is more is rather samples that are off.
  var acrossCertainty = 6.0
  var acrossLimit = 4.0

  /// The cost of leaving out a sample in the past, at the release, besides the one for each axis that
  /// it would cost on average if it were explained.
  var change = 3.7

  /// Where samples come closer than this, in seconds, that is the cost for each such time instead: a
  /// hand that changes its motion does so in time, however often the device looks.
  ///
  /// Source: ours, by search; it lets a motion that turned or stopped 60 ms ago be read alike at
  /// 120 and at 240 Hz.
  var changeInterval = 0.01

  /// The most that a change to a rest costs, where the rest is longer than ``longestRoll``, in seconds.
  ///
  /// Source: ours, by search; a finger that rests for 40 ms has come to rest, whatever it did before.
  var mostChangeToRest = 12.0
  var longestRoll = 0.028

  /// The cost of ``change`` for live estimates; real fingers change their speed more often than test
  /// gestures.
  ///
  /// Source: ours; least error over the second half of recorded flings.
  var changeLive = 0.1

  /// The most samples that a live estimate looks at.
  ///
  /// Source: ours; it keeps the cost of a sample at about 1 µs.
  var liveSamples = 6

  /// The costs of the five kinds of fit, beyond their residuals.
  var rest = -9.4
  var line = -4.4
  var parabola = 4.75
  var peak = 7.3
  var cubic = 17.5

  /// The cost of a parabola through the newest three samples, at the release, and how large the change of
  /// velocity before the last one has to be over it.
  ///
  /// Source: ours, by search; hands that speed up for 70 ms are read a fifth better at 60 Hz.
  var parabolaOfThree = -3.5
  var leastGrowth = 0.25

  /// The costs of the four kinds of fit to a whole pan.
  var lineOfAll = -6.7
  var parabolaOfAll = 3.15
  var stroke = 14.1
  var strokeAtItsFastest = 6.5

  /// The longest pan that is taken for one motion, in seconds.
  var longestStroke = 0.4

  /// How far the times are apart at which a stroke may have begun, in seconds, and the most of them.
  ///
  /// Source: ours; the error at 60 Hz and 0.1 pt is four times as large with one, and no smaller
  /// with more.
  var startStep = 0.002
  var mostStarts = 8.0

  /// The speed with which a stroke is let go, over its mean speed, below which it may have been bent by
  /// the lift.
  ///
  /// Source: ours; a stroke with the least jerk has 0.88 at three quarters of its time.
  var goingOn = 0.85

  /// The part of the speed that a whole pan, or a curve through a window, is said to end with, which the
  /// finger had at least over the last ``longestRoll``; a finger that has come to rest had none.
  ///
  /// Source: ours; a stroke let go while it speeds up had 0.85 of its speed, and one that doubles its
  /// speed within that time 0.75.
  var leastGoing = 0.7
  var leastBent = 0.4

  /// What a stroke costs besides that is let go slower than ``goingOn`` says.
  var goingOut = 8.0

  /// The cost of leaving out one sample that is off, anywhere but at the end; and how far off it has
  /// to be for that, as a square over the noise's variance.
  var outlier = 8.0

  /// How far a sample has to be from where those before it lead, as a square over the noise's variance,
  /// to be seen as one that is off by itself, and the next one from where they lead without it.
  ///
  /// Source: ours; noise alone is four times its deviation off once in 3000 samples.
  var outlierJump = 16.0

  /// The cost of leaving out the newest samples at the release, for each of them.
  var hook = 9.25

  /// Where samples come closer than this, in seconds, the cost is for each such time instead: a lift
  /// bends what it takes time to bend, however often the device looks.
  ///
  /// Source: ours, by search; it makes a roll of 25 ms cost three samples at 120 Hz and four at
  /// 240 Hz.
  var hookInterval = 1.0 / 160

  /// The oldest sample after which others may be left out, in seconds before the last.
  var longestHook = 0.036

  /// More than two are left out only after a run this many times as long.
  ///
  /// Source: ours; without it a flick of 50 ms is read from half of it.
  var runBeforeHook = 3.0

  /// The costs of a step of velocity, and of a ramp of it, that the samples before it and after it tell
  /// together, beyond their residuals; and what either costs besides after a motion that was bent.
  var step = 12.0
  var ramp = 12.0
  var bentKnee = 9.0

  /// What a step costs besides that the newest sample alone tells.
  ///
  /// Source: ours, by search; anything from 2 to 10 does.
  var lateStep = 4.0

  /// The least part of the speed before a change that the finger has after it.
  ///
  /// Source: ours, by search; with less it has come to rest, and what is left of its speed is the end
  /// of the brake.
  var leastAfterKnee = 0.12

  /// The same where the whole pan tells the speed before, and the finger goes on the same way.
  ///
  /// Source: ours; a brake of 25 ms and a rest of 60 ms are a step to a seventh or less, and hands that
  /// are to be read keep a third.
  var leastAfterPan = 0.25

  /// The oldest change, in seconds before the newest sample.
  ///
  /// Source: ours; what is older is told by the windows after it.
  var longestKnee = 0.08

  /// A finger that became slower this short a time ago, in seconds, was rather slowed by the lift.
  ///
  /// For each ``hookInterval`` less the hand's own change costs ``liftPrice`` more. A ramp counts for
  /// this part of its time.
  ///
  /// Sources: a thumb's roll takes 15 to 25 ms; the rest is ours, by search: with 30 ms steps are
  /// read a tenth better and rolls a third worse.
  var longestLift = 0.034
  var liftPrice = 9.25
  var rampTime = 0.65

  /// The most that a roll goes aside, over the speed before it, and how much shorter it counts where the
  /// finger surely goes further aside, in seconds.
  ///
  /// Sources: rolls go aside by 0.4 at most; the time is ours, it leaves less than a roll takes.
  var widestRoll = 0.5
  var turnTime = 0.016

  /// The most of the speed before it that a roll of three samples or more keeps straight on.
  ///
  /// Where the finger surely keeps more, a roll counts for so many seconds shorter: a step of the hand's
  /// own is told after ``keptTime`` less, though not before two periods of the device, and leaving
  /// samples out is late by ``keptHookTime`` sooner.
  ///
  /// Sources: rolls keep 0.3 at most; the rest is ours, by search: with 0.35 steps are read a tenth
  /// better and rolls a tenth worse. What slows down to more in 20 ms is rather a ramp.
  var mostKept = 0.4
  var keptTime = 0.012
  var keptHookTime = 0.007

  /// How far a roll goes aside, over the speed before it, and how far a hand does that goes straight on.
  ///
  /// Sources: rolls go aside by 0.4 at most; the rest is ours, a hundredth is half a degree.
  var mostAside = 0.4
  var straight = 0.01

  /// What is so many times likelier of a hand than of a roll, as it goes aside by so little, counts for half
  /// straight.
  ///
  /// What is straight may keep ``lessStraight`` less than ``mostKept`` and is no roll, and a roll counts for so
  /// many seconds shorter besides: a step of the hand's own is told sooner, even within two periods of
  /// the device, and leaving samples out is late sooner.
  ///
  /// Source: ours, by search; with 0.2 less kept a sixth more steps are missed, with 0.25 a fifth more
  /// rolls.
  var straightOdds = 2.0
  var lessStraight = 0.23
  var straightTime = 0.01
  var straightHookTime = 0.011

  /// What leaving out the newest sample costs besides where it tells that the hand became slower, and what
  /// has to be so many times likelier of a hand for that to be half sure.
  ///
  /// Source: ours, by search; with 20 a tenth more steps are read and half as many more rolls missed.
  var straightHook = 10.0
  var straightOddsOfOne = 6.0

  /// The least and the most of the speed before it with which the newest sample alone tells that the
  /// hand has turned.
  ///
  /// Sources: rolls have 0.57 at most; a hand turns a corner with about the speed that it had.
  var leastTurn = 0.65
  var mostTurn = 1.6

  /// From how much more than ``widestRoll`` and ``mostKept`` on all of that counts.
  ///
  /// Source: ours; what a noise of half a point makes of three samples at 120 Hz and 400 pt/s.
  var sureMargin = 0.1

  /// The period of a device, in seconds, beyond which half of what is more is added to the time of a
  /// roll: its end is seen only then.
  ///
  /// Source: ours; at 60 Hz rolls of 33 ms are two samples.
  var finePeriod = 1.0 / 120

  /// The speed after a rest, as a square, that the speed before has to be below this part of.
  ///
  /// Source: ours, by search; a finger that crept at a quarter of its speed did rest.
  var restKnee = 0.08

  /// How short a time ago a finger that rested drifts off because it lifts, in seconds, and what a
  /// change costs that may be such a ``drift``.
  ///
  /// Source: ours; the lift takes 35 ms, and a ramp through its noise may begin twice as early.
  var longestDrift = 0.08
  var driftPrice = 40.0

  /// The most of the speed before it that a hook of more than one sample has on average, where it is
  /// as short as a usual roll, and where it is longer; the hand itself has changed what is faster.
  ///
  /// Source: ours; a flick that slows down to 0.4 of its speed in 20 ms has 0.7.
  var hookRatio = 0.75
  var lateHookRatio = 0.65

  /// The time of a usual roll, in seconds, and what each ``hookInterval`` more costs a hook.
  ///
  /// Source: ours, by search; thumbs roll within 15 to 25 ms.
  var usualRoll = 0.025
  var lateHook = 9.0

  /// A rest or a slow motion that is shorter than this, in seconds, costs ``briefRest`` more for each
  /// ``hookInterval`` less, where the finger was more than twice as fast before it.
  ///
  /// Source: ours; devices repeat the last place once or twice while a finger lifts, and a hand takes
  /// longer to stop.
  var shortestRest = 0.016
  var briefRest = 14.0

  /// The cost of a steady motion with a tremor, and the amplitude, in points, whose square over this
  /// one's costs one more.
  ///
  /// Source: ours, by search.
  var tremor = -4.0
  var tremorWidth = 2.5

  /// The shortest motion that shows a tremor, and the longest that is looked at, in seconds.
  ///
  /// Source: ours; one period at 8 Hz, as less may be a steady acceleration as well, and two at 10 Hz:
  /// no tremor keeps its frequency for longer.
  var shortestTremor = 0.125
  var longestTremor = 0.2

  /// The samples within such a time are seen as one, in seconds.
  ///
  /// Source: ours; a tremor turns by half a radian in it, and fewer samples cost less.
  var tremorStep = 0.0078

  /// The least that a motion with a tremor is off from a line, over the variance of noise, and the most
  /// beside noise, in points.
  ///
  /// Source: ours; what is less is noise, and what is more is meant.
  var leastTremor = 1.3
  var widestTremor = 2.5

  /// The most of the speed before it that a hook of more than one sample comes back with.
  ///
  /// Source: ours; faster than that, the hand has turned about.
  var hookReturn = 0.49

  /// The most of its whole way that a finger which rests drifts off while it lifts; what goes further
  /// is a flick.
  ///
  /// Source: ours; a drag of 100 pt may end in a drift of 20 pt, and a flick is most of its own way.
  var drift = 0.2

  /// A newest sample by which the motion would have grown faster by more than this share of its speed,
  /// per second, may be just wrong.
  ///
  /// Source: ours; a hand takes 10 ms or so to double its speed.
  var leap = 150.0

  /// How far aside of the motion a newest sample has to be for the noise not to have put it there, over
  /// the noise's deviation, and for what it is off more ahead than aside not to be the hand.
  ///
  /// Source: ours; a place off by noise of a deviation each way is further aside once in 20 samples.
  var leastAside = 2.0

  /// How far aside a newest sample is at most that is off straight ahead, over how far ahead it is, where
  /// samples have noise across the motion; what is off by itself is so in any direction.
  ///
  /// Source: ours; one direction in sixteen is as near to ahead. With half of it a speed-up in the last
  /// scan is missed at half a point of noise, with twice as much none more is seen.
  var straightAhead = 0.2

  /// About how many hooks of different length are tried.
  ///
  /// Source: ours; all there are up to 240 Hz, as a roll of three samples at 165 Hz is neither one of two nor
  /// one of four, and a bound to the cost of a release above.
  static let mostHooks = 8

  /// A sample that the next follows within this part of the typical period came in a burst, and
  /// its timestamp is not believed, unless it could be put where an even scan took it.
  ///
  /// Source: ours; libinput corrects such on Bluetooth alike.
  var burst = 0.4

  /// A velocity below so many standard errors is none, and one little above it is reduced: by the
  /// third power of that limit over it.
  var significance = 1.35

  /// A velocity against the path needs that the finger has come back so many times the noise, and where it did
  /// within ``shortestRest``, so many points.
  ///
  /// Source: ours; fingers that stopped on touchpads come back by 0.4 to 0.8 mm while they lift, which are 2.5
  /// to 5 pt.
  var leastReturn = 5.0
  var liftReturn = 6.0

  /// How much of the disagreement between fits counts as error.
  var disagreement = 0.25
}
