/**
 * Where a post was written. A community of Reddit is stored as its bare name, and every other place as `@` and its
 * name, with `_` for spaces. Reddit allows neither `@` in communities nor in user names, so a post from elsewhere is
 * never taken for one of a community, nor its author for a Reddit account of the same name (docs/decisions/0123).
 */
const mark = '@'

/** Hacker News, as stored in a post. */
export const hackerNews = '@Hacker_News'

/** Returns how a place other than Reddit is stored. */
export function outsidePlace(name: string): string {
  return `${mark}${name.replaceAll(' ', '_')}`
}

/** The form of stored places: a community of Reddit, or another place. */
export const placeForm = /^(\w{2,50}|@[^\s\p{C}]{1,80})$/u

export function isOnReddit(place: string): boolean {
  return !place.startsWith(mark)
}

/** Returns the name of a place as people read it: `r/saas` or `Hacker News`. */
export function placeName(place: string): string {
  return isOnReddit(place) ? `r/${place}` : place.slice(1).replaceAll('_', ' ')
}

/** Returns the bare name of a place, as in files: `saas` or `Hacker News`. */
export function communityOf(place: string): string {
  return isOnReddit(place) ? place : placeName(place)
}

/** Returns the place with a name that people read: of a community, a profile, or elsewhere. */
export function placeNamed(name: string): string {
  if (name.startsWith('r/')) return name.slice(2)
  return name.startsWith('u/') ? `u_${name.slice(2)}` : outsidePlace(name)
}

/** Returns the name of the site that a place is part of. */
export function siteName(place: string): string {
  return isOnReddit(place) ? 'Reddit' : placeName(place)
}

/** Returns an author of a place other than Reddit as stored. */
export function outsideAuthor(name: string, place: string): string {
  return `${name}${place}`
}

/** Returns an author's name as people read it: `u/ana`, or without `u/` if they aren't on Reddit. */
export function authorName(author: string): string {
  const bare = bareAuthor(author)
  return bare === author ? `u/${author}` : bare
}

/** Returns an author's own name, without a place. */
export function bareAuthor(author: string): string {
  const end = author.lastIndexOf(mark)
  return end === -1 ? author : author.slice(0, end)
}
