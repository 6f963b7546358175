import { createStore } from '../api/store.ts';

/** Whether the dialog of a new project is open: the switcher and the palette open it, the frame shows it. */
export const isMakingProject = createStore(false);
