import { Children, isValidElement, type ReactNode } from 'react'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { type Pictures, pictureOf } from './pictures.ts'

/** A text of ours: headings can be linked to, wide tables scroll by themselves, pictures have their size. */
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
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be scrolled by keyboard too
            <section className="scroller" aria-label={cellsOf(children).join(', ')} tabIndex={0}>
              <table>{children}</table>
            </section>
          ),
          img: ({ src, alt }) => {
            const { url, width, height } = pictureOf(pictures, String(src))
            return <img src={url} width={width} height={height} alt={alt} loading="lazy" decoding="async" />
          },
        }}
      >
        {children}
      </Markdown>
    </div>
  )
}

/** What leads to another site tells it nothing of ours. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  const outside = /^https?:/.test(href)
  return (
    <a href={href} rel={outside ? 'noopener nofollow' : undefined}>
      {children}
    </a>
  )
}

/** The headings of a text, for a list of what it holds. */
export function headingsOf(body: string): { anchor: string; text: string }[] {
  return [...body.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => {
    const text = heading.replace(/[*_`]/g, '').trim()
    return { anchor: anchorOf(text), text }
  })
}

/** 'What you may not do' -> 'what-you-may-not-do' */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/** The heads of a table's columns, by which it is known from the others of its page. */
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
