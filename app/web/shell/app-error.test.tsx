import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { CallError } from '#platform/web/api/call-error.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { sessionQuery } from '#platform/web/session/session.ts'
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

const signedInUser = { id: 'a', username: 'ann', email: 'ann@example.com', confirmed: true, timeZone: null }
const missing = new CallError({ status: 404, name: 'NotFoundError', message: 'Page Not Found: /app/nope', details: {} })
const conflict = new CallError({ status: 409, name: 'ConflictError', message: 'Taken', details: {} })

test.each([
  [missing, '404 Page not found Page Not Found: /app/nope Go back home'],
  [conflict, '409 Changed in the meantime Taken Go back home'],
  [new Error('Nobody thought of this'), '500 Unexpected error Nobody thought of this Go back home Try again'],
  [new TypeError('x is undefined'), '500 Unexpected error x is undefined Go back home Try again'],
  [new Error(), '500 Unexpected error Something went wrong. Go back home Try again'],
  ['no error at all', '500 Unexpected error Something went wrong. Go back home Try again'],
])('for %s the error page shows: %s', async (error, words) => {
  const markup = await shown(error)
  expect(markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')).toContain(words)
  expect(markup).toContain('<title>Page not found</title>')
})

test('a signed-in user is offered the way back to the leads, a visitor is not', async () => {
  expect(await shown(missing)).not.toContain('Back to leads')
  queryClient.setQueryData(sessionQuery.queryKey, signedInUser)
  expect(await shown(missing)).toContain('Back to leads')
  queryClient.clear()
})
