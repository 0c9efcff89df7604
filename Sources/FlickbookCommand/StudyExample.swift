/// A study to begin with, as it stands in the documentation; `tune --example` prints it.
let exampleStudy = """
  flickbook: study/1
  corpus: people                        # a path beside this file, or a list of them: recordings, folders, cases
  scenario: sheet                       # of recordings that lie alone; cases say their own
  set: {start: half}                    # what stays; preset, estimator, hz and the other keys of a case.yml stand beside it
  split: {by: person, heldOut: 0.25, seed: 1}
  space:
    release.projection: {from: 0.05, to: 1}               # any number between
    release.flick: {from: 50, to: 2000, log: true}        # evenly spread in its logarithm
    spring.dampingRatio: {from: 0.6, to: 1, step: 0.05}
    estimator: [bayes, android.lsq2]                   # also preset, engine, hz, slop, any word or switch
  objectives:                           # one or several; each a measure, or a weighted sum of some
    - wrongTargets
    - {settleTime: 1, overshoot: 0.01}
  constraints: {overshoot: 5, longestSettleTime: 1}       # at most
  search: {method: sobol, budget: 500, seed: 1}           # grid, random, sobol
  """
