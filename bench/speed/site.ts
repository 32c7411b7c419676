import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { chromiumPath } from '#tests/browser/chromium.ts'
import { startServer } from '#tests/browser/test-server.ts'
import { freePort } from '#tests/program.ts'
import { installTools } from '../install-tools.ts'
import { median } from '../quantiles.ts'

/** It has packages of its own: they are a sixth of all, and no test needs them. */
const tool = join(import.meta.dirname, '../lighthouse')

/** What is read of Lighthouse's report. */
interface Result {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}

interface Audit {
  id: string
  title: string
  displayValue?: string
  score: number | null
  numericValue?: number
  details?: { items?: { resourceType?: string; transferSize?: number }[] }
}

interface PageToMeasure {
  path: string
  /** Audits that a page can't pass, since it isn't indexed or doesn't exist. */
  skippedAudits?: string[]
}

/** One page of each kind. */
const pages: PageToMeasure[] = [
  { path: '/' },
  { path: '/alternatives' },
  { path: '/alternative/syften' },
  { path: '/blog' },
  { path: '/blog/why-a-score-needs-reasons' },
  { path: '/guide/start/first-leads' },
  { path: '/reddit-marketing-guide' },
  { path: '/legal/privacy' },
  { path: '/legal/violation', skippedAudits: ['is-crawlable'] },
  { path: '/dev/feature-flags', skippedAudits: ['is-crawlable'] },
  // The browser itself logs the response with status 404.
  { path: '/nothing-here', skippedAudits: ['is-crawlable', 'http-status-code', 'errors-in-console'] },
]

/** The requirements of DESIGN 9 for a public page. Performance is 100 on an idle machine. */
const targets = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100, scriptBytes: 25_000, shift: 0 }
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Scores up to 100, bytes of JavaScript as transferred, and the layout shift (CLS). */
type Figures = Record<keyof typeof targets, number>

/** The color scheme of the operating system, as numbered in Chromium's engine. */
const schemes = { dark: 0, light: 1 } as const

/**
 * Runs Lighthouse on the public pages as `npm start` serves them, as on a phone with a slow network and processor.
 * `--rounds` is the number of runs per page (5), of which the median counts. Further arguments are paths to measure
 * instead of one page of each kind. In dark colors, each page runs once, to check contrasts. Returns exit code 1 if an
 * target is missed. Installs Lighthouse at the first run.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '5' } },
  })
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) {
    process.stderr.write('bench site: --rounds must be a positive whole number\n')
    return 2
  }
  installTools(tool)
  const chosen = positionals.length > 0 ? positionals.map(pageAt) : pages
  const server = await startServer({ SANDBOX: 'off' })
  const missed: string[] = []
  try {
    console.log(`${'page'.padEnd(34)} perf  a11y  best   seo     JS    CLS   (medians, rounds: ${rounds})`)
    await inChromium('light', async (port) => {
      for (const page of chosen) {
        const runs: Result[] = []
        for (let round = 0; round < rounds; round++)
          runs.push(await runLighthouse(server.address, page, port, categories))
        const figures = medianOf(runs.map(figuresOf))
        print(page.path, figures)
        const missedHere = missedTargets(figures)
        missed.push(...missedHere.map((target) => `${page.path}: ${target}`))
        if (missedHere.length > 0) for (const fault of faultsOf(runs)) console.log(`    ${fault}`)
      }
    })
    await inChromium('dark', async (port) => {
      for (const page of chosen) {
        const result = await runLighthouse(server.address, page, port, ['accessibility'])
        if (scoreOf(result, 'accessibility') === 100) continue
        missed.push(`${page.path}: accessibility in the dark color scheme`)
        for (const fault of faultsOf([result])) console.log(`    ${page.path}, dark: ${fault}`)
      }
    })
  } finally {
    await server.stop()
  }
  console.log(missed.length === 0 ? '\nAll targets met.' : `\nMissed targets:\n  ${missed.join('\n  ')}`)
  return missed.length === 0 ? 0 : 1
}

function pageAt(path: string): PageToMeasure {
  return pages.find((each) => each.path === path) ?? { path }
}

async function inChromium(scheme: keyof typeof schemes, use: (port: number) => Promise<void>): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'earshot-lighthouse-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await chromiumPath(),
    colorScheme: null,
    args: [
      '--no-sandbox',
      `--remote-debugging-port=${port}`,
      `--blink-settings=preferredColorScheme=${schemes[scheme]}`,
    ],
  })
  try {
    await use(port)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

async function runLighthouse(
  address: string,
  { path, skippedAudits }: PageToMeasure,
  port: number,
  onlyCategories: readonly string[],
): Promise<Result> {
  const options = [`--port=${port}`, `--only-categories=${onlyCategories.join()}`, '--output=json', '--quiet']
  if (skippedAudits) options.push(`--skip-audits=${skippedAudits.join()}`)
  const lighthouse = join(tool, 'node_modules/lighthouse/cli/index.js')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [lighthouse, address + path, ...options, '--ignore-status-code', '--no-enable-error-reporting'],
    { maxBuffer: 256 * 1024 ** 2 },
  )
  const result: Result = JSON.parse(stdout)
  if (result.runtimeError) throw new Error(`${path}: ${result.runtimeError.message}`)
  return result
}

function scoreOf({ categories }: Result, category: string): number {
  return Math.round((categories[category]?.score ?? 0) * 100)
}

function figuresOf(result: Result): Figures {
  const requests = result.audits['network-requests']?.details?.items ?? []
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  return {
    performance: scoreOf(result, 'performance'),
    accessibility: scoreOf(result, 'accessibility'),
    'best-practices': scoreOf(result, 'best-practices'),
    seo: scoreOf(result, 'seo'),
    scriptBytes: scripts.reduce((sum, { transferSize }) => sum + Number(transferSize), 0),
    shift: result.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
  }
}

function medianOf(runs: readonly Figures[]): Figures {
  const middle = (of: keyof Figures) => median(runs.map((each) => each[of]))
  return {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    'best-practices': middle('best-practices'),
    seo: middle('seo'),
    scriptBytes: middle('scriptBytes'),
    shift: middle('shift'),
  }
}

function missedTargets(figures: Figures): string[] {
  const scores = categories
    .filter((each) => !(figures[each] >= targets[each]))
    .map((each) => `${each} ${figures[each]}`)
  const script = figures.scriptBytes <= targets.scriptBytes ? [] : [`${figures.scriptBytes} bytes of JavaScript`]
  return [...scores, ...script, ...(figures.shift === targets.shift ? [] : [`layout shift ${figures.shift}`])]
}

/** Returns the counted faults that Lighthouse found in any of the runs, in its own words. */
function faultsOf(runs: readonly Result[]): string[] {
  const faults = runs.flatMap(({ categories, audits }) =>
    Object.values(categories)
      .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => audits[id]))
      .filter((audit): audit is Audit => typeof audit?.score === 'number' && audit.score < 0.9)
      .map(({ id, displayValue, title }) => `${id}: ${displayValue || title}`),
  )
  return [...new Set(faults)]
}

function print(path: string, figures: Figures): void {
  const scores = categories.map((each) => String(figures[each]).padStart(5))
  const script = `${(figures.scriptBytes / 1000).toFixed(1)} kB`.padStart(8)
  console.log(`${path.padEnd(33)}${scores.join(' ')} ${script}  ${figures.shift.toFixed(3)}`)
}
