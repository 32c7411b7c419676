import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { type Endpoint, takesIdempotencyKey } from '#platform/contract/endpoint.ts'
import { endpoints } from '../contracts.ts'
import { buildFile } from './build-file.ts'
import { chunkOf, sharedChunkOf } from './chunks.ts'

/** Builds the app and the frame of the public pages, which are prerendered (DESIGN 2, app/web/build.ts). */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), englishPlots, buildFile()],
  define: { ADDRESSES: JSON.stringify(addresses()) },
  build: {
    target: 'es2024',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The base chunk is 510 kB, 140 kB compressed; tests/browser/shell/palette-and-tours.test.ts limits what loads before
    // the first rows.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // Users who start the product for the first time can't act on a slow plugin.
      checks: { pluginTimings: false },
      ...(!isSsrBuild && {
        output: {
          codeSplitting: {
            groups: [
              { name: chunkOf, debugName: 'on the way to leads' },
              // Otherwise a screen loads up to a hundred files, mostly small ones that several screens share.
              { name: sharedChunkOf, debugName: 'of many screens', minShareCount: 8 },
            ],
          },
        },
      }),
    },
  },
}))

/**
 * Makes uPlot format numbers in English, as the rest of the app does. On import it uses the browser's language, which
 * in some browsers (`en-US@posix`) is invalid and would crash the page.
 */
const englishPlots: Plugin = {
  name: 'english plots',
  transform(code, id) {
    if (!/\/uplot\/.*\.js$/i.test(id)) return
    const english = code.replace("domEnv ? nav.language : 'en-US'", "'en'")
    if (english === code) this.error('uPlot no longer contains the expression that reads the browser language')
    return english
  },
}

/**
 * Returns the method and path of each endpoint that the app's sources name. The app gets these instead of the
 * contract's schemas, which are 33 kB of JavaScript.
 */
function addresses(): Record<string, { method: string; path: string; creates?: true }> {
  const root = join(import.meta.dirname, '../..')
  const sources = globSync(['app/web/**/*.{ts,tsx}', 'features/*/web/**/*.{ts,tsx}', 'platform/web/**/*.{ts,tsx}'], {
    cwd: root,
  })
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join()
  const called = Object.entries<Endpoint>(endpoints).filter(([name]) => sources.includes(`'${name}'`))
  return Object.fromEntries(
    called.map(([name, endpoint]) => {
      const { method, path } = endpoint
      return [name, { method, path, ...(takesIdempotencyKey(endpoint) && { creates: true }) }]
    }),
  )
}
