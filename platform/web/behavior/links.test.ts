import { expect, test } from 'vitest'
import { isInternalNavigation, isPlainPress, mayPrefetch } from './links.ts'

const here = 'https://leads.example/blog?page=2#top'
const link = (href: string, more = {}) => ({ href, target: '', isDownload: false, ...more })

test.each<[string, object, boolean, boolean]>([
  ['https://leads.example/', {}, true, true],
  ['https://leads.example/blog/titles', {}, true, true],
  ['https://leads.example/blog?page=3', {}, true, true],
  ['https://leads.example/blog?page=2#further', {}, false, false],
  ['#further', {}, false, false],
  ['https://leads.example/blog/titles', { target: '_self' }, true, true],
  ['https://leads.example/blog/titles', { target: '_blank' }, false, false],
  ['https://leads.example/feed.xml', { isDownload: true }, false, false],
  ['https://rival.example/', {}, false, false],
  ['http://leads.example/', {}, false, false],
  ['mailto:hello@leads.example', {}, false, false],
  ['http://', {}, false, false],
  ['https://leads.example/auth/login', {}, true, true],
  ['https://leads.example/app', {}, true, false],
  ['https://leads.example/app/opportunities', {}, true, false],
  ['https://leads.example/apple', {}, true, true],
  ['https://leads.example/connect/github', {}, true, false],
  ['https://leads.example/api/docs', {}, true, false],
])('%s %j navigates: %s, and may be prefetched: %s', (href, more, leads, may) => {
  expect([isInternalNavigation(link(href, more), here), mayPrefetch(link(href, more), here)]).toEqual([leads, may])
})

const press = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false, defaultPrevented: false }
test.each<[object, boolean]>([
  [{}, true],
  [{ button: 1 }, false],
  [{ metaKey: true }, false],
  [{ ctrlKey: true }, false],
  [{ shiftKey: true }, false],
  [{ altKey: true }, false],
  [{ defaultPrevented: true }, false],
])('a click with %j follows the link in this tab: %s', (more, follows) => {
  expect(isPlainPress({ ...press, ...more } as MouseEvent)).toBe(follows)
})
