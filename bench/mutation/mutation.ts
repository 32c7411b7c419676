import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const longestMs = 30 * 60_000

/**
 * Changes the rules of billing, permissions, and messages in one place after another, and counts the changes that their
 * tests notice. Fails below 85 %, or after 30 minutes. Installs its own tools at the first run.
 */
export async function run(): Promise<number> {
  if (!existsSync(join(import.meta.dirname, 'node_modules'))) {
    const installed = start('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], import.meta.dirname)
    if (installed !== 0) return installed
  }
  const stryker = join(import.meta.dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  return start(process.execPath, [stryker, 'run', 'bench/mutation/stryker.json'], root, longestMs)
}

function start(program: string, args: readonly string[], cwd: string, timeout?: number): number {
  return spawnSync(program, args, { cwd, stdio: 'inherit', timeout }).status ?? 1
}
