/** The most characters of a key made from a name. */
const keyMost = 40

/** Returns the key of a new stage: its name in camel case, with a number if that is taken. */
export function stageKeyOf(name: string, taken: readonly string[]): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  const joined = words
    .map((word, index) => {
      const lower = word.toLowerCase()
      return index === 0 ? lower : lower.charAt(0).toUpperCase() + lower.slice(1)
    })
    .join('')
    .slice(0, keyMost)
  const key = joined || 'stage'
  if (!taken.includes(key)) return key
  let number = 2
  while (taken.includes(`${key}${number}`)) number++
  return `${key}${number}`
}
