/** One cycle per strongly connected part of the graph: its nodes in order, the first repeated at the end. */
export function findCycles(edges) {
  const next = new Map()
  for (const [from, to] of edges) next.set(from, (next.get(from) ?? new Set()).add(to))

  const done = new Set()
  const cycles = []
  for (const start of [...next.keys()].sort()) visit(start, [])
  return cycles

  function visit(node, path) {
    const seen = path.indexOf(node)
    if (seen >= 0) return void cycles.push([...path.slice(seen), node])
    if (done.has(node)) return
    for (const to of next.get(node) ?? []) visit(to, [...path, node])
    done.add(node)
  }
}
