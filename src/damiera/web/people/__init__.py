"""People with accounts: coming in, what they have here, what others see of them."""
