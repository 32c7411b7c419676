import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { layoutOf } from '#engine/rules/paths.ts'
import { originMark } from '#platform/contract/site.ts'
import type { Content } from './content.ts'
import { feedOf } from './feed.ts'
import { headOf } from './head.tsx'
import type { ManifestIcon } from './icons.ts'
import { Layout } from './layout.tsx'
import { AlternativePage, Alternatives } from './pages/alternatives.tsx'
import { GuidePage, LegalPage, MarketingGuidePage } from './pages/articles.tsx'
import { Blog, PostPage } from './pages/blog.tsx'
import { ErrorDocument } from './pages/error-document.tsx'
import { FeatureFlags } from './pages/feature-flags.tsx'
import { Landing } from './pages/landing.tsx'
import type { ScoredExample } from './pages/scored-example.ts'
import type { Pictures } from './pictures.ts'
import { robotsOf, sitemapOf, webManifest } from './site-files.ts'
import { titleOf } from './title.ts'

/** A public page before rendering. */
interface Page {
  /** Null for the error page, which any address may show. */
  path: string | null
  title?: string | undefined
  description: string
  type?: 'article'
  listed?: boolean
  /** The day of the last change, if known. */
  updated?: string
  data?: object[]
  body: ReactElement
}

/** A public page as markup without scripts. */
export interface RenderedPage {
  path: string | null
  head: string
  body: string
}

/** A file of the site that is not a page. */
export interface SiteFile {
  path: string
  type: string
  text: string
}

export interface SiteInput {
  content: Content
  pictures: Pictures
  icons: ManifestIcon[]
  /** The example lead of the landing page. */
  example: ScoredExample
  /** Returns the path of the link preview picture for a title and description. */
  socialPicture(title: string, description: string): string
}

/** Renders every public page and file with its path: the only list of them (SPEC 2). */
export function renderSite(input: SiteInput): { pages: RenderedPage[]; files: SiteFile[] } {
  const pages = pagesOf(input)
  const listed = pages.flatMap(({ path, listed, updated }) =>
    path === null || listed === false ? [] : [{ path, ...(updated && { updated }) }],
  )
  return {
    pages: pages.map((page) => render(page, input)),
    files: [
      { path: '/robots.txt', type: 'text/plain; charset=utf-8', text: robotsOf() },
      { path: '/sitemap.xml', type: 'application/xml; charset=utf-8', text: sitemapOf(listed) },
      { path: '/blog/feed.xml', type: 'application/atom+xml; charset=utf-8', text: feedOf(input.content.posts) },
      { path: '/site.webmanifest', type: 'application/manifest+json; charset=utf-8', text: webManifest(input.icons) },
    ],
  }
}

const organization = { '@type': 'Organization', name: 'Earshot', url: originMark }

function pagesOf({ content, pictures, example }: SiteInput): Page[] {
  return [
    landingPage(content, pictures, example),
    ...alternativePages(content, pictures),
    ...blogPages(content, pictures),
    ...guidePages(content, pictures),
    ...legalPages(content, pictures),
    {
      path: '/dev/feature-flags',
      description:
        'Turn optional behavior of Earshot on or off in this browser, and see the current value of every feature flag.',
      listed: false,
      body: <FeatureFlags />,
    },
    {
      path: null,
      title: 'Page not found',
      description: 'We are sorry but this page could not be found.',
      listed: false,
      body: <ErrorDocument />,
    },
  ]
}

function landingPage({ settings, alternatives }: Content, pictures: Pictures, example: ScoredExample): Page {
  return {
    path: '/',
    title: 'Earshot: find people on Reddit who need your product',
    description:
      'Earshot finds people on Reddit who ask for, compare, and switch between products like yours, and explains why each one is a lead.',
    data: [
      organization,
      { '@type': 'WebSite', name: 'Earshot', url: originMark },
      {
        '@type': 'FAQPage',
        mainEntity: settings.questions.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
    body: <Landing settings={settings} alternatives={alternatives} pictures={pictures} example={example} />,
  }
}

function alternativePages({ alternatives }: Content, pictures: Pictures): Page[] {
  return [
    {
      path: '/alternatives',
      description:
        'Other tools for finding leads and mentions on Reddit, compared with Earshot: what each one does better, and what it lacks.',
      data: [
        {
          '@type': 'ItemList',
          itemListElement: alternatives.map(({ path, name }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name,
            url: originMark + path,
          })),
        },
      ],
      body: <Alternatives alternatives={alternatives} />,
    },
    ...alternatives.map((each) => ({
      path: each.path,
      title: each.title,
      description: each.description,
      updated: each.checked,
      type: 'article' as const,
      // An article without rating or price; the comparison was checked on that day.
      data: [{ ...article(each), dateModified: each.checked }],
      body: <AlternativePage alternative={each} others={alternatives} pictures={pictures} />,
    })),
  ]
}

function blogPages({ posts }: Content, pictures: Pictures): Page[] {
  return [
    {
      path: '/blog',
      description: 'How to find people on Reddit who need your product, and how to write replies they are glad to get.',
      body: <Blog posts={posts} />,
    },
    ...posts.map((post) => ({
      path: post.path,
      title: post.title,
      description: post.description,
      updated: post.updated ?? post.published,
      type: 'article' as const,
      data: [
        {
          ...article(post),
          '@type': 'BlogPosting',
          datePublished: post.published,
          dateModified: post.updated ?? post.published,
        },
      ],
      body: <PostPage post={post} posts={posts} pictures={pictures} />,
    })),
  ]
}

function guidePages({ marketingGuide, guides }: Content, pictures: Pictures): Page[] {
  return [
    {
      path: marketingGuide.path,
      title: marketingGuide.title,
      description: marketingGuide.description,
      type: 'article' as const,
      data: [article({ ...marketingGuide, title: marketingGuide.title ?? titleOf(marketingGuide.path) })],
      body: <MarketingGuidePage guide={marketingGuide} pictures={pictures} />,
    },
    ...guides.map((guide) => ({
      path: guide.path,
      title: guide.title,
      description: guide.description,
      type: 'article' as const,
      data: [article(guide)],
      body: <GuidePage guide={guide} guides={guides} pictures={pictures} />,
    })),
  ]
}

function legalPages({ legal }: Content, pictures: Pictures): Page[] {
  return legal.map((text) => ({
    path: text.path,
    title: text.title,
    description: text.description,
    listed: text.listed,
    updated: text.updated,
    body: <LegalPage text={text} pictures={pictures} />,
  }))
}

/** Returns the structured data of an article. */
function article(text: { path: string; title: string; description: string }) {
  return {
    '@type': 'Article',
    headline: text.title,
    description: text.description,
    url: originMark + text.path,
    author: organization,
    publisher: organization,
  }
}

function render(page: Page, { socialPicture }: SiteInput): RenderedPage {
  const { path, description, type = 'website', listed = true, data = [], body } = page
  const title = page.title ?? titleOf(path ?? '')
  const framed = path !== null && layoutOf(path) === 'blank' ? body : <Layout path={path ?? ''}>{body}</Layout>
  const picture = listed ? socialPicture(title, description) : null
  return {
    path,
    head: headOf({ title, description, path, type, listed, picture, data }),
    body: renderToStaticMarkup(framed),
  }
}
