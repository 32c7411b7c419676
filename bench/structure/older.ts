import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { workspacesOf } from './tree.ts'

/** Passes the tree of a commit to `work`, in a temporary folder with the packages that are installed here. */
export async function withOlder<T>(root: string, commit: string, work: (older: string) => Promise<T>): Promise<T> {
  const older = mkdtempSync(join(tmpdir(), 'earshot-before-'))
  try {
    const archive = spawnSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 })
    if (archive.status !== 0) throw new Error(`git archive ${commit} failed: ${archive.stderr}`)
    const unpacked = spawnSync('tar', ['-x'], { cwd: older, input: archive.stdout })
    if (unpacked.status !== 0) throw new Error(`tar failed: ${unpacked.stderr}`)
    linkPackages(root, older)
    return await work(older)
  } finally {
    rmSync(older, { recursive: true, force: true })
  }
}

/** Links to the packages of this tree, and to the older one's own workspaces. */
function linkPackages(root: string, older: string): void {
  const [from, to] = [join(root, 'node_modules'), join(older, 'node_modules')]
  mkdirSync(to)
  const workspaces = workspacesOf(older)
  const own = new Set([...workspaces.keys()].map((name) => name.split('/')[0]))
  for (const name of readdirSync(from)) if (!own.has(name)) symlinkSync(join(from, name), join(to, name))
  for (const [name, folder] of workspaces) {
    mkdirSync(dirname(join(to, name)), { recursive: true })
    symlinkSync(join(older, folder), join(to, name))
  }
}
