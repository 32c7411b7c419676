/** Returns the name closest to the written text, or null if all differ by more than two letters. */
export function nearest<Name extends string>(written: string, names: readonly Name[]): Name | null {
  let best: Name | null = null
  let least = 3
  for (const name of names) {
    const steps = distance(written.slice(0, 20).toLowerCase(), name.toLowerCase())
    if (steps < Math.min(least, name.length)) {
      least = steps
      best = name
    }
  }
  return best
}

/** Returns the number of letters to add, drop, change or swap with their neighbor. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const steps = [last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1)]
      if (isSwap) steps.push(before[column - 2]! + 1)
      next.push(Math.min(...steps))
    }
    before = last
    last = next
  }
  return last[b.length]!
}
