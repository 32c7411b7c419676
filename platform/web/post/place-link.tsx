import { isOnReddit, placeName } from '#engine/places/places.ts'
import { redditUrl } from '#engine/reddit/reddit-url.ts'

/** The name of the place of a post: a link to a community of Reddit, or the plain name of another place. */
export function PlaceLink({ place }: { place: string }) {
  if (!isOnReddit(place)) return <span className="wrap-anywhere font-medium text-ink">{placeName(place)}</span>
  return (
    <a
      href={redditUrl(`/r/${encodeURIComponent(place)}/`)}
      target="_blank"
      rel="noopener noreferrer"
      className="wrap-anywhere rounded font-medium text-ink hover:underline"
    >
      {placeName(place)}
    </a>
  )
}
