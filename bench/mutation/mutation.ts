import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { installTools } from '../install-tools.ts'

const root = resolve(import.meta.dirname, '../..')
const longestMs = 30 * 60_000

/**
 * Changes the rules of billing, permissions, and messages in one place after another, and counts the changes that their
 * tests notice. Fails below 85 %, or after 30 minutes. Installs its own tools at the first run.
 */
export async function run(): Promise<number> {
  installTools(import.meta.dirname)
  const stryker = join(import.meta.dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const options = { cwd: root, stdio: 'inherit', timeout: longestMs } as const
  return spawnSync(process.execPath, [stryker, 'run', 'bench/mutation/stryker.json'], options).status ?? 1
}
