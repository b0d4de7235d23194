export declare const opensDatabases: boolean;
export declare function testNode(): string;
export declare function findNode(packages: string): string | undefined;
