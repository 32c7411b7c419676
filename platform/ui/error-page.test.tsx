import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ErrorPage } from './error-page.tsx'

const textOf = (markup: string) =>
  markup
    .replaceAll('&#x27;', "'")
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test('defaults to a 404 with the message of an unknown page', () => {
  const text = textOf(renderToStaticMarkup(<ErrorPage home={null} />))
  expect(text).toContain("404 Page not found This is not the page you're looking for.")
})

test('shows the status, name and message of the error and the link home', () => {
  const home = <a href="/">Go back home</a>
  const error = { status: 402, name: 'Payment required', message: 'Nobody pays for <b>this</b>' }
  const text = textOf(renderToStaticMarkup(<ErrorPage {...error} home={home} />))
  expect(text).toContain('402 Payment required Nobody pays for &lt;b&gt;this&lt;/b&gt; Go back home')
})
