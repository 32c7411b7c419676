import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Landing } from './landing.tsx'
import { NotFound } from './not-found.tsx'

export interface PublicPage {
  /** Title and description, for the head. */
  head: string
  body: string
}

/** The public pages by file, as markup without scripts. */
export function renderPages(): Record<string, PublicPage> {
  return {
    'index.html': page(
      'Earshot: hear who needs what you make',
      'Earshot reads Reddit for people who need what you make, and says why each of them is a lead.',
      <Landing />,
    ),
    '404.html': page('Page not found', 'We are sorry but this page could not be found.', <NotFound />),
  }
}

function page(title: string, description: string, body: ReactElement): PublicPage {
  return {
    head: renderToStaticMarkup(
      <>
        <title>{title}</title>
        <meta name="description" content={description} />
      </>,
    ),
    body: renderToStaticMarkup(body),
  }
}
