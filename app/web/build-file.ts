import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'

/**
 * Says which build is the latest, in the file that open pages look at, and in each document which build it is of
 * (DECISIONS 26). Builds with the same scripts are the same build: their names follow from what is in them. The public
 * pages are built by themselves and have a file of their own.
 */
export function buildFile(): Plugin {
  // Taken once: what belongs to a bundle still changes while its documents are written.
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
