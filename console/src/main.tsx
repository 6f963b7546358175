import './styles/base.css';
import './styles/tokens.css';
import './styles/fonts.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { router } from './routes.tsx';
import { takeCodeOfLink } from './session/link-code.ts';
import { SessionGate } from './shell/session-gate.tsx';
import { showSettings } from './shell/settings.ts';

const code = takeCodeOfLink();
showSettings();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has an element with the id root');
createRoot(root).render(
  <StrictMode>
    <I18nProvider locale="en-GB">
      <QueryClientProvider client={queryClient}>
        <SessionGate code={code}>
          <RouterProvider router={router} />
        </SessionGate>
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
