import { median, type Round } from './statistics.js'

export type Goal = { at_least: number } | { at_most: number }

/** One line of the table. */
export interface Figure {
  name: string
  unit: string
  ours: number
  limit: number
  ratio: number
  /** The smallest and the largest ratio of a single round. */
  spread: [number, number]
  goal: Goal
  met: boolean
  rounds: Round[]
  /** Further measurements without a goal. */
  beside: Record<string, number>
}

export interface Measured {
  name: string
  unit: string
  goal: Goal
  rounds: Round[]
  beside?: Record<string, number>
}

/** The median of the rounds' ratios, not the ratio of two medians: both turns of a round run at about the same time. */
export function toFigure({ name, unit, goal, rounds, beside = {} }: Measured): Figure {
  const ratios = rounds.map(({ ours, limit }) => ours / limit)
  const ratio = median(ratios)
  return {
    name,
    unit,
    ours: median(rounds.map(({ ours }) => ours)),
    limit: median(rounds.map(({ limit }) => limit)),
    ratio,
    spread: [Math.min(...ratios), Math.max(...ratios)],
    goal,
    met: 'at_least' in goal ? ratio >= goal.at_least : ratio <= goal.at_most,
    rounds,
    beside,
  }
}
