import type { Reporter, TestCase, TestModule } from 'vitest/node'

const slowestShown = 20

/** Closes the output with one line that people and scripts can read: how many passed, failed and were skipped. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    const skipped: TestCase[] = []
    for (const module of modules) {
      if (module.errors().length > 0) count.failed++
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        count[state]++
        if (state === 'skipped') skipped.push(test)
      }
    }
    for (const test of skipped) console.log(`Skipped: ${test.module.relativeModuleId} ${test.fullName}`)
    if (modules.length > slowestShown) printSlowest(modules)
    // Printed last, after the other reporters' own ends.
    const { passed, failed } = count
    setImmediate(() => console.log(`Tests: ${passed} passed, ${failed} failed, ${count.skipped} skipped`))
  }
}

/** The files that a whole run waits for longest, in seconds, with what they do before and after their tests. */
function printSlowest(modules: readonly TestModule[]): void {
  const files = modules.map((module) => {
    const { setupDuration, collectDuration, duration } = module.diagnostic()
    return {
      name: `${module.project.name} ${module.relativeModuleId}`,
      seconds: (setupDuration + collectDuration + duration) / 1000,
    }
  })
  console.log('Slowest files, in seconds:')
  for (const { name, seconds } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestShown))
    console.log(`  ${seconds.toFixed(0).padStart(4)}  ${name}`)
}
