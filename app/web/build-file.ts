import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'

/**
 * Writes the latest build id into the file that open pages check, and the build id into each document (DECISIONS 26).
 * Builds with the same script names, which contain content hashes, are the same build. The public pages are built
 * separately and have their own file.
 */
export function buildFile(): Plugin {
  // Computed once, because the bundle still changes while its documents are written.
  let id: string | undefined
  let name = 'latest'
  const idOnce = (bundle: Rolldown.OutputBundle) => {
    id ??= idOf(bundle)
    return id
  }
  return {
    name: 'build file',
    apply: 'build',
    enforce: 'post',
    configResolved: ({ build }) => {
      if (build.rolldownOptions.input === 'page.html') name = 'site'
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => [
        { tag: 'meta', attrs: { name: 'build', content: idOnce(bundle) }, injectTo: 'head' },
      ],
    },
    generateBundle(_, bundle) {
      const source = JSON.stringify({ id: idOnce(bundle), timestamp: Date.now() })
      this.emitFile({ type: 'asset', fileName: `assets/builds/${name}.json`, source })
    },
  }
}

function idOf(bundle: Rolldown.OutputBundle): string {
  const scripts = Object.keys(bundle).filter((name) => name.endsWith('.js'))
  return createHash('sha256').update(scripts.toSorted().join('\n')).digest('hex').slice(0, 16)
}
