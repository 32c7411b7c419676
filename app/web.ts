import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '#platform/server/config.ts'
import { aborted } from '#platform/server/faults/aborted.ts'
import { contextWithoutDatabase, type OpenContext, openContext } from './context.ts'
import { buildApp } from './http.ts'
import type { Assignment } from './supervisor.ts'

const builds = resolve(import.meta.dirname, '../dist')

/** Runs the web process: serves requests until `stop`, then finishes those in progress. */
export async function runWeb(
  config: Config,
  assigned: Assignment,
  stop: AbortSignal,
  ready: () => void,
): Promise<void> {
  const { ctx, close } = await openWebContext(config, assigned, stop)
  const { roles, version, trustProxy, host, port } = config
  const app = await buildApp(ctx, { webRoot: currentBuild(), roles, version, trustProxy, metersProcess: true })
  await app.listen({ host, port })
  ready()
  await aborted(stop)
  await app.close()
  await close()
}

async function openWebContext(
  config: Config,
  { databaseUrl, sandbox }: Assignment,
  stop: AbortSignal,
): Promise<Pick<OpenContext, 'ctx' | 'close'>> {
  if (databaseUrl !== null) return openContext(config, databaseUrl, 'web', { stop, sandbox })
  return { ctx: contextWithoutDatabase(config, { stop, sandbox }), close: async () => {} }
}

/** Returns the current build of the pages. Replacing this file switches builds. */
function currentBuild(): string | null {
  const pointer = join(builds, 'current.json')
  if (!existsSync(pointer)) return null
  const { build } = JSON.parse(readFileSync(pointer, 'utf8')) as { build: string }
  return join(builds, build)
}
