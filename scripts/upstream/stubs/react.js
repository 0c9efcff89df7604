// The hooks that a decision function uses, without a page: states keep their first value, and effects do not run.
export const useState = (value) => [typeof value === "function" ? value() : value, () => {}];
export const useMemo = (make) => make();
export const useCallback = (callback) => callback;
export const useRef = (current) => ({ current });
export const useEffect = () => {};
export default { useState, useMemo, useCallback, useRef, useEffect };
