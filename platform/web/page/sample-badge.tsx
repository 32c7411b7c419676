import { Link } from 'react-router'
import { Badge } from '../../ui/badge.tsx'
import { paths } from './paths.ts'

/** Says in the header of a screen that its posts or people are made up, and leads to where sources are chosen. */
export function SampleBadge({ of }: { of: 'posts' | 'people' }) {
  return (
    <Link
      to={paths.projectMain}
      title={`These ${of} are made up. Choose sources in the settings.`}
      className="min-w-0 rounded"
    >
      <Badge look="accent">Sample data</Badge>
    </Link>
  )
}
