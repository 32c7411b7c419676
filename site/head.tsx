import { renderToStaticMarkup } from 'react-dom/server'
import { originMark } from '#platform/contract/site.ts'

/** What search engines and whoever is sent a link read of a page. */
export interface Head {
  title: string
  description: string
  /** The page's own address; null for one that has none, such as the error page. */
  path: string | null
  type: 'website' | 'article'
  /** False keeps search engines away. */
  listed: boolean
  /** The address of the picture that is shown with a link to the page. */
  picture: string | null
  /** What the page is about, in the words of schema.org. */
  data: object[]
}

/** The part of a page's head that is its own, as markup. */
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
