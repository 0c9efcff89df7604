package androidx.test.espresso;

public class InjectEventSecurityException extends Exception {}
