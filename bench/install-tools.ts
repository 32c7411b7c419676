import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Installs the packages of a benchmark with a package.json of its own, at its first run. Throws if that fails. */
export function installTools(folder: string): void {
  if (existsSync(join(folder, 'node_modules'))) return
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`installing the packages of ${folder} failed. Run the command again`)
}
