import { siteName } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'

/** The link to a post on Reddit or elsewhere, with its shortcut where the bar around it has room. */
export function OpenOnReddit({ post }: { post: { permalink: string; subreddit: string } }) {
  return (
    <a
      href={postUrl(post.permalink)}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClasses({ look: 'ghost', size: 'small' }, 'ml-auto')}
    >
      <span>
        <span className="@max-lg:sr-only">Open on </span>
        {siteName(post.subreddit)}
      </span>
      <Icon name="external" /> <Kbd className="@max-2xl:hidden">o</Kbd>
    </a>
  )
}
