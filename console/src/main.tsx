import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Pages } from './routes.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has an element with the id root');
createRoot(root).render(
  <StrictMode>
    <Pages />
  </StrictMode>,
);
