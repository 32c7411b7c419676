import { redditUrl } from '#engine/reddit/reddit-url.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'

/** The link to a post on Reddit, with its shortcut where the bar around it has room. */
export function OpenOnReddit({ post }: { post: { permalink: string } }) {
  return (
    <a
      href={redditUrl(post.permalink)}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClasses({ look: 'ghost', size: 'small' }, 'ml-auto')}
    >
      <span>
        <span className="@max-lg:sr-only">Open on </span>Reddit
      </span>
      <Icon name="external" /> <Kbd className="@max-2xl:hidden">o</Kbd>
    </a>
  )
}
