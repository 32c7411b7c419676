/**
 * What README tells newcomers, word for word. The walk does what these say; when README changes, change the walk too.
 */
export const told = {
  signUp:
    'Open http://localhost:3000 and sign up. No mail server is needed: `Open email` shows the confirmation email.',
  website:
    'In the project setup, enter `paperfinch.example` as your website. Earshot reads the site and fills in the form.',
  submit: 'Go on with `Continue`, or choose `Skip the rest`. The first leads appear within a minute.',
  ownProject: 'For real leads, create a project for your own product.',
  archives:
    'import an archive of posts: in the app under Imports, or with `npm run import -- RS_2026-10.zst posts.ndjson.gz`.',
}

/** The command in the sentence about archives. */
export const importCommand = /`(npm run import .*?)`/.exec(told.archives)![1]!
