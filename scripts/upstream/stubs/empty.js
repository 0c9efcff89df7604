// Modules that only a modal drawer uses: one hides the page behind it, the other one stops its scrolling.
export const hideOthers = () => () => {};
export const RemoveScroll = ({ children }) => children;
