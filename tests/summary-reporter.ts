import { stripVTControlCharacters } from 'node:util'
import type { TestError } from 'vitest'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

const slowestShown = 10

/**
 * Ends the output with the tests that needed a second try and the failed ones, each with its reason, the slowest files,
 * the seconds of each project, and a machine-readable summary line.
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly TestError[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    const skipped: TestCase[] = []
    const failures: string[] = []
    const repeated: string[] = []
    for (const module of modules) {
      if (module.errors().length > 0) {
        count.failed++
        failures.push(`${module.relativeModuleId}: ${reasonOf(module.errors())}`)
      }
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        count[state]++
        if (state === 'skipped') skipped.push(test)
        if (test.diagnostic()?.flaky) repeated.push(`${nameOf(test)}: ${reasonOf(errors)}`)
        if (state === 'failed') failures.push(`${nameOf(test)}: ${reasonOf(errors)}`)
      }
    }
    // They fail the run too.
    for (const error of unhandled) {
      count.failed++
      failures.push(`outside of tests: ${reasonOf([error])}`)
    }
    for (const test of skipped) console.log(`Skipped: ${nameOf(test)}`)
    for (const test of repeated) console.log(`Passed at the second try: ${test}`)
    for (const failure of failures) console.log(`Failed: ${failure}`)
    if (modules.length > slowestShown) printTimes(modules)
    // Printed last, after the other reporters.
    const { passed, failed } = count
    setImmediate(() => console.log(`Tests: ${passed} passed, ${failed} failed, ${count.skipped} skipped`))
  }
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`
}

/**
 * The reports of failed browser tests are so long that the start of the output may be cut off. Returns the first line
 * of the first error, what it waited for, how the values it compared differ, and where the test was.
 */
function reasonOf(errors: readonly TestError[] = []): string {
  const [error] = errors
  if (!error) return ''
  const differing = stripVTControlCharacters(error.diff ?? '')
    .split('\n')
    .filter((line) => /^[-+] /.test(line) && !/^[-+] (Expected|Received)$/.test(line))
    .map((line) => line.replaceAll(/\s+/g, ' '))
  const message = stripVTControlCharacters(error.message)
  const awaited = /^ *- waiting for .*/m.exec(message)?.map((line) => line.trim().slice(2)) ?? []
  const frame = error.stacks?.findLast(({ file }) => file.endsWith('.test.ts'))
  const reason = [message.split('\n', 1)[0], ...awaited, ...differing].join(' ').slice(0, 600)
  return frame ? `${reason} (line ${frame.line})` : reason
}

/** Prints the seconds of files and projects, including setup and teardown. Files run in parallel. */
function printTimes(modules: readonly TestModule[]): void {
  const files = modules.map((module) => {
    const { setupDuration, collectDuration, duration } = module.diagnostic()
    return {
      project: module.project.name,
      path: module.relativeModuleId,
      seconds: (setupDuration + collectDuration + duration) / 1000,
    }
  })
  console.log('Slowest files, in seconds:')
  for (const { project, path, seconds } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestShown))
    console.log(`  ${seconds.toFixed(0).padStart(4)}  ${project} ${path}`)
  console.log('Seconds by project, across all workers:')
  for (const [project = '', own = []] of Map.groupBy(files, (file) => file.project)) {
    const seconds = own.reduce((sum, file) => sum + file.seconds, 0)
    console.log(`  ${seconds.toFixed(0).padStart(4)}  ${project} (${own.length} files)`)
  }
}
