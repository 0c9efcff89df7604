/// The example study that `tune --example` prints; `docs/tuning.md` shows the same text.
let exampleStudy = """
  flickbook: study/1
  corpus: people                        # a path relative to this file, or a list of paths: recordings, folders, cases
  scenario: sheet                       # for recordings that belong to no case; cases define their own
  set: {start: half}                    # fixed settings; preset, estimator, hz and other keys of a case.yml are also allowed
  split: {by: person, heldOut: 0.25, seed: 1}
  space:
    release.projection: {from: 0.05, to: 1}               # any number in the range
    release.flick: {from: 50, to: 2000, log: true}        # evenly spread on a logarithmic scale
    spring.dampingRatio: {from: 0.6, to: 1, step: 0.05}
    estimator: [bayes, android.lsq2]                   # also preset, engine, hz, slop, any setting with named values
  objectives:                           # one or several; each a measure, or a weighted sum of measures
    - wrongTargets
    - {settleTime: 1, overshoot: 0.01}
  constraints: {overshoot: 5, longestSettleTime: 1}       # upper limits
  search: {method: sobol, budget: 500, seed: 1}           # the methods are grid, random and sobol
  """
