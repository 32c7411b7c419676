import { expect, test } from 'vitest'
import { faultsOfPages } from './check-links.ts'

const faultsOf = (body: string) =>
  faultsOfPages(
    [
      { path: '/', body },
      { path: '/blog', body: '<h2 id="first">' },
      { path: null, body: '' },
    ],
    ['/auth/login'],
  )

test.each([
  '<a href="/blog">',
  '<a href="/blog#first">',
  '<p id="here"><a href="#here">',
  '<a class="x" href="/auth/login">',
  '<a href="https://example.com/x">',
  '<a href="mailto:ann@example.com">',
  '<img src="/a.webp" width="1" height="2" alt="A heron"/>',
])('accepts %s', (body) => {
  expect(faultsOf(body)).toEqual([])
})

test.each([
  ['<a href="/nowhere">', '/: /nowhere does not exist'],
  ['<a href="/blog/">', '/: /blog/ does not exist'],
  ['<a href="/blog#second">', '/: /blog#second is not a section of that page'],
  ['<a href="#there">', '/: #there is not a section of that page'],
  ['<a href="blog">', '/: blog is not a valid link'],
  ['<a href="javascript:alert(1)">', '/: javascript:alert(1) is not a valid link'],
  ['<a href="http://example.com">', '/: http://example.com is not a valid link'],
  ['<img src="/a.webp" alt="A heron"/>', '/: <img src="/a.webp" alt="A heron"/> needs width, height, and alt text'],
])('rejects %s', (body, fault) => {
  expect(faultsOf(body)).toEqual([fault])
})
