import { renderToStaticMarkup } from 'react-dom/server'
import { originMark } from '#platform/contract/site.ts'

/** The metadata of a page for search engines and link previews. */
export interface Head {
  title: string
  description: string
  /** The page's own path; null if it has none, like the error page. */
  path: string | null
  type: 'website' | 'article'
  /** False excludes the page from search engines. */
  listed: boolean
  /** The path of the picture in link previews. */
  picture: string | null
  /** The structured data of the page, in the vocabulary of schema.org. */
  data: object[]
}

/** Renders the page-specific part of the head. */
export function headOf({ title, description, path, type, listed, picture, data }: Head): string {
  const url = path === null ? null : originMark + path
  return renderToStaticMarkup(
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {!listed && <meta name="robots" content="noindex" />}
      {url && <link rel="canonical" href={url} />}
      <link rel="alternate" type="application/atom+xml" title="Earshot blog" href="/blog/feed.xml" />
      {url && <meta property="og:url" content={url} />}
      <meta property="og:site_name" content="Earshot" />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {picture && (
        <>
          <meta property="og:image" content={originMark + picture} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={title} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {data.map((each) => (
        <script key={JSON.stringify(each)} type="application/ld+json">
          {json(each)}
        </script>
      ))}
    </>,
  )
}

function json(value: object): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...value }).replaceAll('<', '\\u003c')
}
