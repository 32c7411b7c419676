import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { CallError } from '#platform/web/api/call-error.ts'
import { AppError } from './app-error.tsx'

/** Returns the text of a page whose loader throws this error. */
async function shown(error: unknown): Promise<string> {
  const { dataRoutes, query } = createStaticHandler([
    { path: '/', loader: () => Promise.reject(error), errorElement: <AppError /> },
  ])
  const context = await query(new Request('http://localhost/'))
  if (context instanceof Response) throw new Error('A page was expected')
  const router = createStaticRouter(dataRoutes, context)
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}

const conflict = new CallError({ status: 409, name: 'ConflictError', message: 'Taken', details: {} })

test.each([
  [conflict, '409 ConflictError Taken Go back home'],
  [new Error('Nobody thought of this'), '500 Error Nobody thought of this Go back home Try again'],
  [new TypeError('x is undefined'), '500 TypeError x is undefined Go back home Try again'],
  [new Error(), '500 Error Something went wrong. Go back home Try again'],
  ['no error at all', '500 Error Something went wrong. Go back home Try again'],
])('for %s the error page shows: %s', async (error, words) => {
  const markup = await shown(error)
  expect(markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')).toContain(words)
  expect(markup).toContain('<title>Page not found</title>')
})
