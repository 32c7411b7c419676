import { Children, isValidElement, type ReactNode } from 'react'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { buttonClasses } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import type { Pictures } from '../pictures.ts'
import { Picture } from './picture.tsx'

/** Renders our own Markdown: headings have anchors, wide tables scroll separately, pictures have their size. */
export function Prose({ children, pictures }: { children: string; pictures: Pictures }) {
  return (
    <div className="prose">
      <Markdown
        remarkPlugins={[remarkGfm]}
        components={{
          h2: ({ children }) => <h2 id={anchorOf(textOf(children))}>{children}</h2>,
          h3: ({ children }) => <h3 id={anchorOf(textOf(children))}>{children}</h3>,
          a: ({ href = '', children }) => <TextLink href={href}>{children}</TextLink>,
          table: ({ children }) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
            <section className="scroller" aria-label={cellsOf(children).join(', ')} tabIndex={0}>
              <table>{children}</table>
            </section>
          ),
          pre: ({ children }) => <Template>{children}</Template>,
          img: ({ src, alt = '' }) => (
            <Picture name={String(src)} pictures={pictures} alt={alt} loading="lazy" decoding="async" />
          ),
        }}
      >
        {children}
      </Markdown>
    </div>
  )
}

/** A text to copy. Without scripts it has no button. */
function Template({ children }: { children: ReactNode }) {
  return (
    <div className="relative">
      <pre>{children}</pre>
      <button
        type="button"
        data-copy
        className={buttonClasses({}, 'absolute end-2 top-2 min-h-9 [@media(scripting:none)]:hidden')}
      >
        <Icon name="copy" />
        <span>Copy</span>
      </button>
      <span role="status" className="sr-only" />
    </div>
  )
}

/** A link in a text. Links to other sites send no referrer. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  const outside = /^https?:/.test(href)
  return (
    <a href={href} rel={outside ? 'noopener nofollow' : undefined}>
      {children}
    </a>
  )
}

/** Returns the headings of a text, for its table of contents. */
export function headingsOf(body: string): { anchor: string; text: string }[] {
  return [...body.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => {
    const text = heading.replace(/[*_`]/g, '').trim()
    return { anchor: anchorOf(text), text }
  })
}

/** Returns the anchor of a heading: 'What you may not do' -> 'what-you-may-not-do'. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/** Returns the header cells of a table, which serve as its label. */
function cellsOf(node: ReactNode): string[] {
  return Children.toArray(node).flatMap((each) => {
    if (!isValidElement<{ children?: ReactNode }>(each)) return []
    return each.type === 'th' ? [textOf(each)] : cellsOf(each.props.children)
  })
}

function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(textOf).join('')
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : ''
}
