import { expect, test } from 'vitest'
import {
  authorName,
  bareAuthor,
  communityOf,
  hackerNews,
  isOnReddit,
  outsideAuthor,
  outsidePlace,
  placeForm,
  placeName,
  placeNamed,
  siteName,
} from './places.ts'
import { bareUrl, postUrl } from './post-url.ts'

test.each([
  ['saas', true, 'r/saas', 'saas', 'Reddit'],
  [hackerNews, false, 'Hacker News', 'Hacker News', 'Hacker News'],
  [outsidePlace('G2 reviews'), false, 'G2 reviews', 'G2 reviews', 'G2 reviews'],
])('the place %s: on Reddit %j, named %s', (place, onReddit, name, community, site) => {
  expect([isOnReddit(place), placeName(place), communityOf(place), siteName(place)]).toEqual([
    onReddit,
    name,
    community,
    site,
  ])
})

test.each([
  ['r/saas', 'saas'],
  ['u/ana', 'u_ana'],
  ['Hacker News', hackerNews],
])('the name %s is of the place %s, which has the form of one', (name, place) => {
  expect(placeNamed(name)).toBe(place)
  expect(place).toMatch(placeForm)
})

test.each(['a/b', 'a', '@', '@G2 reviews', '@G2\0', ''])('%j is no place', (text) => {
  expect(text).not.toMatch(placeForm)
})

test.each([
  ['ana', 'u/ana', 'ana'],
  [outsideAuthor('pg', hackerNews), 'pg', 'pg'],
  [outsideAuthor('mara@work', outsidePlace('Forum')), 'mara@work', 'mara@work'],
])('the author %s is read as %s', (author, name, bare) => {
  expect([authorName(author), bareAuthor(author)]).toEqual([name, bare])
})

test.each([
  ['/r/saas/comments/1abc/', 'https://www.reddit.com/r/saas/comments/1abc/', null],
  [
    'https://news.ycombinator.com/item?id=42',
    'https://news.ycombinator.com/item?id=42',
    'https://news.ycombinator.com/item?id=42',
  ],
  ['https://forum.example/t/mara-asks', 'https://forum.example/t/mara-asks', 'https://forum.example/'],
  ['//evil.example/', 'https://www.reddit.com', null],
  ['javascript:alert(1)', 'https://www.reddit.com', null],
])('the post at %s opens %s, and keeps %j once it is deleted', (permalink, url, bare) => {
  expect([postUrl(permalink), bareUrl(permalink)]).toEqual([url, bare])
})
