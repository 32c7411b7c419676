import type { Tone } from '../draft-options.ts'

/**
 * The only sentences of a built-in draft that are neither a fact nor the disclosure line. They claim nothing. {words} are
 * words of the post that the project's own keywords or competitors contain, {about} is a topic, {name} the product.
 */
export const courtesies = {
  /** First lines that take up what the post is about. */
  words: {
    plain: ['Here is what I can say about {words}.', 'A few notes on {words}.', 'I can add something on {words}.'],
    friendly: [
      'Happy to share what I know about {words}.',
      'Glad that you ask about {words}.',
      'I hope this helps with {words}.',
    ],
    expert: ['Some specifics on {words}.', 'What I can contribute on {words}:', 'A few details on {words}.'],
  },
  /** The same for a question about a topic that the first fact answers. */
  about: {
    plain: ['To your question about {about}:', 'You ask about {about}.', 'About {about}:'],
    friendly: ['Happy to help with {about}.', 'Fair question about {about}.', 'Good that you ask about {about}.'],
    expert: ['On {about}, in short:', 'On {about}:', 'To be precise about {about}:'],
  },
  /** First lines for posts without such words. */
  opening: {
    plain: ['Here is what I can add.', 'This may help.', 'One answer to this:'],
    friendly: ['I hope this helps a little.', 'Happy to share what I know.', 'Thanks for writing this up.'],
    expert: ['Some specifics.', 'To be concrete:', 'What I can contribute:'],
  },
  /** Introduces the product. */
  product: {
    plain: ['One option is {name}.', '{name} is one option.', 'You could look at {name}.'],
    friendly: [
      'Maybe {name} is worth a look.',
      'You could have a look at {name}.',
      'One that you could try is {name}.',
    ],
    expert: ['One candidate is {name}.', 'I would put {name} on the list.', '{name} belongs on the list to compare.'],
  },
  /** Before facts that are no sentences. */
  list: {
    plain: ['In short:', 'Also:', 'The rest in short:'],
    friendly: ['In short:', 'Also good to know:', 'A few more things:'],
    expert: ['Key data:', 'The data:', 'In short:'],
  },
  closing: {
    plain: ['Happy to answer questions here.', 'Ask here if something is unclear.', 'Questions are welcome.'],
    friendly: [
      'Good luck, and feel free to ask here.',
      'Hope that helps you decide.',
      'Let me know here if you have questions.',
    ],
    expert: [
      'If you have other requirements, name them here.',
      'Tell us your constraints, and I can be more specific.',
      'Ask here for details.',
    ],
  },
} as const satisfies Record<string, Record<Tone, readonly string[]>>
export type CourtesyKind = keyof typeof courtesies
