import type { Post } from '../content.ts'
import type { Pictures } from '../pictures.ts'
import { ArticleHead, Invitation } from './articles.tsx'
import { longDate } from './dates.ts'
import { Prose } from './markdown.tsx'

/** All posts, newest first. */
export function Blog({ posts }: { posts: Post[] }) {
  return (
    <>
      <ArticleHead
        heading="The Earshot blog"
        below="How people ask for products on Reddit, and how to write replies they're glad to get."
      />
      <ul className="mx-auto max-w-2xl px-6">
        {posts.map((post) => (
          <li key={post.path} className="border-line border-t py-8">
            <PostLine post={post} />
          </li>
        ))}
      </ul>
      <p className="mx-auto max-w-2xl px-6 text-muted">
        Get new posts in your reader:{' '}
        <a href="/blog/feed.xml" className="text-accent-ink underline underline-offset-4">
          Atom feed
        </a>
        .
      </p>
      <Invitation />
    </>
  )
}

function PostLine({ post: { path, title, description, published } }: { post: Post }) {
  return (
    <>
      <time dateTime={published} className="text-faint text-sm">
        {longDate(published)}
      </time>
      <h2 className="mt-1 font-semibold text-xl">
        <a href={path} className="hover:underline">
          {title}
        </a>
      </h2>
      <p className="mt-2 text-pretty text-lg text-muted">{description}</p>
    </>
  )
}

/** A post, with links to the others below. */
export function PostPage({ post, posts, pictures }: { post: Post; posts: Post[]; pictures: Pictures }) {
  const { heading, title, published, updated } = post
  return (
    <>
      <ArticleHead
        part={
          <a href="/blog" className="hover:underline">
            Blog
          </a>
        }
        heading={heading ?? title}
        below={
          <p className="text-base">
            <time dateTime={published}>{longDate(published)}</time>
            {updated && <>, updated {longDate(updated)}</>}
          </p>
        }
      />
      <article className="mx-auto max-w-2xl px-6">
        <Prose pictures={pictures}>{post.body}</Prose>
      </article>
      <Invitation />
      <section className="mx-auto mt-16 max-w-2xl px-6" aria-label="Other posts">
        <ul>
          {posts
            .filter((each) => each !== post)
            .slice(0, 3)
            .map((each) => (
              <li key={each.path} className="border-line border-t py-8">
                <PostLine post={each} />
              </li>
            ))}
        </ul>
      </section>
    </>
  )
}
