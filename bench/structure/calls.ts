import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isTest } from './tree.ts'

/** V8's profiler: Node's inspector, or Chromium's over the DevTools protocol. */
type Profiler = (method: string, params?: object) => Promise<unknown>

export interface ScriptCalls {
  url: string
  functions: { functionName: string; ranges: { startOffset: number; count: number }[] }[]
}

/** Counts calls from now on. Returns a function that lists the scripts with functions called since the last request. */
export async function countCalls(profiler: Profiler): Promise<() => Promise<ScriptCalls[]>> {
  await profiler('Profiler.enable')
  await profiler('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return async () => {
    const { result } = (await profiler('Profiler.takePreciseCoverage')) as { result: ScriptCalls[] }
    return result.filter(isCalled)
  }
}

/** Returns whether a function of the script was called. The top level, which runs on loading, doesn't count. */
export function isCalled({ functions }: ScriptCalls): boolean {
  return functions.some(({ ranges: [whole] }) => whole !== undefined && whole.startOffset > 0 && whole.count > 0)
}

/** Returns the product's source file for a script, or null for packages, tests, the bench and the sandbox. */
export function productFile(url: string, root: string, webRoot: string): string | null {
  const path = relative(root, pathOf(url, webRoot))
  if (!/\.tsx?$/.test(path) || /^\.\.|(^|\/)node_modules\/|^(bench|sandbox)\//.test(path)) return null
  return isTest(path) ? null : path
}

/** Returns the file path. Vite serves files below its root by their relative path, and all others below /@fs. */
function pathOf(url: string, webRoot: string): string {
  if (url.startsWith('file:')) return fileURLToPath(url)
  if (!/^https?:/.test(url)) return url
  const path = decodeURIComponent(new URL(url).pathname)
  return path.startsWith('/@fs/') ? path.slice('/@fs'.length) : webRoot + path
}
