import type { ComponentProps } from 'react'
import { useMemo } from 'react'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { Highlight, MarkedText } from './highlight.tsx'
import { untrustedMarkdown } from './markdown-tree.ts'
import type { Mark } from './marks.ts'
import { readable, textMax } from './readable.ts'
import { safeUrl } from './safe-url.ts'

/**
 * Untrusted text, rendered from Markdown. It can't add HTML, pictures or scripts: React builds the elements from a
 * syntax tree, and links lead only to http, https and mailto (faults 53).
 */
export function PostBody({ source, marks }: { source: string; marks: readonly Mark[] }) {
  const { text, markdown, origin } = useMemo(() => readable(source), [source])
  if (!markdown) {
    return (
      <p className="wrap-anywhere whitespace-pre-wrap">
        <MarkedText text={source.slice(0, textMax)} marks={marks} />
      </p>
    )
  }
  return (
    <Markdown
      remarkPlugins={[
        [remarkGfm, { singleTilde: false }],
        [untrustedMarkdown, { marks, origin }],
      ]}
      urlTransform={safeUrl}
      components={components}
    >
      {text}
    </Markdown>
  )
}

const components: ComponentProps<typeof Markdown>['components'] = {
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener nofollow ugc">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  mark: ({ node, children }) => {
    const { 'data-reasons': reasons, 'data-earned': earned } = node?.properties ?? {}
    return (
      <Highlight reasons={String(reasons).split(' ').map(Number)} earned={earned === 'true'}>
        {children}
      </Highlight>
    )
  },
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too
    <section className="overflow-x-auto" tabIndex={0} aria-label="Table">
      <table>{children}</table>
    </section>
  ),
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard too
    <pre tabIndex={0}>{children}</pre>
  ),
  input: ({ checked }) => <span>{checked ? '☑ ' : '☐ '}</span>,
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h4: ({ children }) => <h4>{children}</h4>,
  h5: ({ children }) => <h4>{children}</h4>,
  h6: ({ children }) => <h4>{children}</h4>,
}
