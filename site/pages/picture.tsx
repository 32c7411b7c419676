import type { ImgHTMLAttributes } from 'react'
import { type Pictures, pictureOf } from '../pictures.ts'

/**
 * A picture of the content at its size. Narrow screens get the version with `-narrow`, if there is one, because a
 * scaled-down screenshot of the app would be unreadable. Dimmed in dark mode, because the app is light.
 */
export function Picture({
  name,
  pictures,
  alt,
  className = '',
  ...rest
}: { name: string; pictures: Pictures; alt: string } & ImgHTMLAttributes<HTMLImageElement>) {
  const { url, width, height } = pictureOf(pictures, name)
  const narrow = pictures[name.replace(/(?=\.\w+$)/, '-narrow')]
  return (
    <picture>
      {narrow && <source media="(width < 40rem)" srcSet={narrow.url} width={narrow.width} height={narrow.height} />}
      <img src={url} width={width} height={height} alt={alt} className={`dark:brightness-90 ${className}`} {...rest} />
    </picture>
  )
}
