/** Newer browsers also name older ones, so the first match counts. */
const programs: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^(node|undici)\b/, 'Node.js'],
  [/^python\b/i, 'Python'],
]

const systems: readonly [RegExp, string][] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Describes a User-Agent with fixed words only, such as `Firefox on Linux`. Empty if unknown. */
export function deviceOf(agent: string): string {
  // Limits the matching to a realistic length.
  const name = agent.slice(0, 500)
  const first = (table: readonly [RegExp, string][]) => table.find(([pattern]) => pattern.test(name))?.[1]
  const [program, system] = [first(programs), first(systems)]
  return program && system ? `${program} on ${system}` : (program ?? system ?? '')
}
