/** Returns the items of a set that another one lacks. */
export function without<T>(all: ReadonlySet<T>, others: ReadonlySet<T>): T[] {
  return [...all].filter((each) => !others.has(each))
}
