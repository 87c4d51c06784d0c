import type { Figure, Goal } from './figure.js'

const HEAD = ['figure', 'ours', 'limit', 'unit', 'ratio', 'of rounds', 'goal', 'met']

export function drawTable(figures: Figure[]): string {
  const lines = [HEAD, ...figures.map(cells)]
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const drawn = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  drawn.splice(1, 0, widths.map((width) => '─'.repeat(width)).join('  '))
  return [...drawn.map((line) => line.trimEnd()), '', ...figures.flatMap(drawBeside)].join('\n')
}

function cells({ name, ours, limit, unit, ratio, spread: [low, high], goal, met }: Figure) {
  const of_rounds = `${short(low)} to ${short(high)}`
  return [name, short(ours), short(limit), unit, short(ratio), of_rounds, drawGoal(goal), met ? 'yes' : 'no']
}

function drawBeside({ name, beside }: Figure) {
  const pairs = Object.entries(beside).map(([what, value]) => `${what} ${short(value)}`)
  return pairs.length > 0 ? [`${name}: ${pairs.join(', ')}`] : []
}

const drawGoal = (goal: Goal) => ('at_least' in goal ? `≥ ${goal.at_least}` : `≤ ${goal.at_most}`)

/** Three significant digits. */
function short(value: number) {
  if (!Number.isFinite(value)) return '–'
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))
}
