/** The content of pages of the `forms` mix: mostly choices, text fields and settings. */
export const FORM_SCREENS = { page: 90, login: 5, editor: 2, player: 3 };

export const FORM_BLOCKS = {
  choices: 9,
  form: 7,
  sliders: 4.5,
  settings: 5,
  list: 2,
  search: 2,
  tabs: 1.5,
  sections: 1,
  heading: 2,
  paragraph: 1.5,
  buttons: 1.5,
  segmented: 1,
  chips: 1,
  stepper: 1,
  cards: 1,
  icons: 1,
  toolbar: 1,
};
