import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/**
 * The entry points on the way to the leads, in loading order. Each chunk has all imports that are not in an earlier
 * one.
 */
const entryPoints = {
  base: 'main.tsx',
  shell: 'shell/dashboard.tsx',
  leads: '../../features/leads/web/opportunities.tsx',
}

/**
 * Returns the chunk of a module; null leaves it to the bundler. Otherwise each screen that shares modules with the
 * first one would split them into chunks of their own: twenty small files that compress 8 % worse.
 */
export function chunkOf(id: string, graph: Graph): string | null {
  const name = Object.entries(entryPoints).find(([, root]) => reached(join(import.meta.dirname, root), graph).has(id))
  return name?.[0] ?? null
}

/** The library for the schemas of forms, and the one for their state. */
const formLibraries = /\/node_modules\/(zod|react-hook-form)\//

/**
 * Returns the chunk of a module that many screens share. Those that need a library for forms are separate: together
 * they are half of the code, and the leads need them only once a form is opened.
 */
export function sharedChunkOf(id: string, graph: Graph): string {
  for (const each of reached(id, graph)) if (formLibraries.test(each)) return 'forms'
  return 'common'
}

const cache = new WeakMap<Graph, Map<string, Set<string>>>()

/** Returns a module and everything that it imports statically, directly or not. */
function reached(root: string, graph: Graph): Set<string> {
  const roots = cache.get(graph) ?? new Map<string, Set<string>>()
  cache.set(graph, roots)
  let modules = roots.get(root)
  if (modules) return modules
  modules = new Set([root])
  for (const id of modules) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) modules.add(next)
  roots.set(root, modules)
  return modules
}
